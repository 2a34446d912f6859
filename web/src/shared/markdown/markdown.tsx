import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type Block, type Inline, parseMarkdown } from './parse'

/** Shows Markdown as elements; never as HTML text. */
export function Markdown({ source }: { source: string }) {
  return <div className="prose">{parseMarkdown(source).map((block, at) => renderBlock(block, at))}</div>
}

function renderBlock(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Tag = `h${block.level}` as const
      return <Tag key={key}>{inline(block.children)}</Tag>
    }
    case 'paragraph':
      return <p key={key}>{inline(block.children)}</p>
    case 'quote':
      return <blockquote key={key}>{inline(block.children)}</blockquote>
    case 'rule':
      return <hr key={key} />
    case 'list': {
      const Tag = block.ordered ? 'ol' : 'ul'
      return (
        <Tag key={key}>
          {keyed(block.items, (item, at) => (
            <li key={at}>{inline(item)}</li>
          ))}
        </Tag>
      )
    }
    case 'table':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard too
        <div key={key} className="prose-table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {keyed(block.head, (cell, at) => (
                  <th key={at} scope="col">
                    {inline(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keyed(block.rows, (row, at) => (
                <tr key={at}>
                  {keyed(row, (cell, place) => (
                    <td key={place}>{inline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    default:
      return block satisfies never
  }
}

// The text of a page never changes under the reader: a place in it is a fine key.
const keyed = <T,>(items: readonly T[], show: (item: T, at: number) => ReactNode): ReactNode[] =>
  items.map(show)

const inline = (parts: readonly Inline[]): ReactNode[] => keyed(parts, renderInline)

function renderInline(part: Inline, key: number): ReactNode {
  switch (part.kind) {
    case 'text':
      return <Fragment key={key}>{part.text}</Fragment>
    case 'strong':
      return <strong key={key}>{inline(part.children)}</strong>
    case 'em':
      return <em key={key}>{inline(part.children)}</em>
    case 'code':
      return <code key={key}>{part.text}</code>
    case 'link':
      return part.href.startsWith('/') ? (
        <Link key={key} to={part.href}>
          {inline(part.children)}
        </Link>
      ) : (
        <a key={key} href={part.href} rel="noreferrer">
          {inline(part.children)}
        </a>
      )
    default:
      return part satisfies never
  }
}
