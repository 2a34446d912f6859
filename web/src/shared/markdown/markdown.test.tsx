import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown'
import { parseMarkdown, safeHref } from './parse'

const show = (source: string) =>
  render(
    <MemoryRouter>
      <Markdown source={source} />
    </MemoryRouter>,
  ).container

describe('the text of a legal page', () => {
  it('keeps raw HTML as text', () => {
    const page = show('Hello <script>alert(1)</script> <img src=x onerror=alert(1)>\n\n<b>bold</b>')
    expect(page.querySelector('script, img, b')).toBeNull()
    expect(page.textContent).toContain('<script>alert(1)</script>')
  })

  it.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', '//evil.example', 'vbscript:x'])(
    'makes no link to %s',
    address => {
      expect(safeHref(address)).toBeNull()
    },
  )

  it('leaves a link to such an address as the text it is', () => {
    const page = show('[press](javascript:alert(1)) [or](data:text/html,x)')
    expect(screen.queryByRole('link')).toBeNull()
    expect(page.querySelector('a')).toBeNull()
    expect(page.textContent).toContain('[or](data:text/html,x)')
  })

  it('links to addresses that cannot run', () => {
    show('[terms](/pages/terms) and [mail](mailto:help@vonk.example) and <https://vonk.example/x>')
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/pages/terms',
      'mailto:help@vonk.example',
      'https://vonk.example/x',
    ])
  })

  it('has no second h1', () => {
    const page = show('# One\n\n## Two\n\n###### Six')
    expect(page.querySelector('h1')).toBeNull()
    expect([...page.querySelectorAll('h2, h3, h4')].map(each => each.tagName)).toEqual(['H2', 'H2', 'H4'])
  })

  it('knows lists, tables, quotes, rules and emphasis', () => {
    const kinds = parseMarkdown(
      '- a\n- b\n  more\n\n1. c\n\n> q\n\n---\n\n| A | B |\n|---|---|\n| 1 | **2** |\n\ntext\nmore',
    )
    expect(kinds.map(block => block.kind)).toEqual(['list', 'list', 'quote', 'rule', 'table', 'paragraph'])
    expect(kinds[0]).toMatchObject({ ordered: false, items: [[{ text: 'a' }], [{ text: 'b more' }]] })
    expect(kinds[4]).toMatchObject({ rows: [[[{ text: '1' }], [{ kind: 'strong' }]]] })
  })

  it('ends on every input', () => {
    for (const odd of ['', '|', '# ', '- ', '>', '**', '[a](', '`', '\n\n\n', '1.', '|a|\n|-|']) {
      expect(() => parseMarkdown(odd)).not.toThrow()
    }
  })
})
