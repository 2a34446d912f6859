import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = resolve(import.meta.dirname, '..')

/** Which rooms a room may import from, besides itself. Order: app, then features and live, then shared and ui, then gen. */
const MAY: Record<string, readonly string[]> = {
  app: ['features', 'live', 'shared', 'ui'],
  live: ['shared', 'gen'],
  features: ['shared', 'ui', 'gen'],
  shared: ['ui', 'gen', 'locales'],
  ui: ['shared'],
  sw: [],
  testing: ['app', 'features', 'shared', 'ui', 'gen'],
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !name.startsWith('gen/') && !name.endsWith('.d.ts'))
  .filter(name => name.includes('/'))

const imports = (file: string): string[] =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(found =>
    relative(SRC, resolve(SRC, dirname(file), found[1] ?? '')),
  )

const room = (path: string) => path.split('/')[0] ?? ''
const feature = (path: string) => path.split('/')[1] ?? ''

/** What is wrong with one import; null when nothing is. */
function trespass(file: string, target: string): string | null {
  const [from, to] = [room(file), room(target)]
  const isTest = /\.test\.tsx?$/.test(file)
  if (from !== to && !MAY[from]?.includes(to) && !(isTest && ['testing', 'gen'].includes(to)))
    return `${from} -> ${to}`
  if (from === 'features' && to === 'features' && feature(file) !== feature(target)) return 'feature -> feature'
  return null
}

describe('imports go one way', () => {
  it('in every file', () => {
    const found = files.flatMap(file =>
      imports(file).flatMap(target => {
        const wrong = trespass(file, target)
        return wrong ? [`${file} imports ${target} (${wrong})`] : []
      }),
    )
    expect(files.length).toBeGreaterThan(80)
    expect(found).toEqual([])
  })

  it('and the check sees what goes the other way', () => {
    expect(trespass('features/auth/x.ts', 'features/signup/y')).toBe('feature -> feature')
    expect(trespass('shared/x.ts', 'features/signup/y')).toBe('shared -> features')
    expect(trespass('ui/x.tsx', 'app/y')).toBe('ui -> app')
    expect(trespass('app/x.tsx', 'gen/y')).toBe('app -> gen')
  })
})

it('nothing writes HTML as text or style as attribute text', () => {
  const wrong = files
    .filter(file => !file.endsWith('.test.ts') && !file.endsWith('.test.tsx'))
    .filter(file =>
      /dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML|document\.write|eval\(/.test(
        readFileSync(join(SRC, file), 'utf8'),
      ),
    )
  expect(wrong).toEqual([])
})
