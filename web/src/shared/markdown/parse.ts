// The small Markdown of the legal pages. Raw HTML is text here: nothing of a page can become markup.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; children: Inline[] }

export type Block =
  | { kind: 'heading'; level: 2 | 3 | 4; children: Inline[] }
  | { kind: 'paragraph' | 'quote'; children: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const BULLET = /^\s*[-*+]\s+(.*)$/
const NUMBER = /^\s*\d+[.)]\s+(.*)$/
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/
const QUOTE = /^>\s?(.*)$/
const TABLE_LINE = /^\s*\|.*\|\s*$/
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/

/** Only addresses that cannot run anything. */
export function safeHref(address: string): string | null {
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(address)) return address
  return /^\/(?!\/)/.test(address) || address.startsWith('#') ? address : null
}

const INLINE =
  /\*\*(?<strong>[^*]+)\*\*|__(?<strong2>[^_]+)__|\*(?<em>[^*\s][^*]*)\*|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)|<(?<auto>(?:https?:\/\/|mailto:)[^>\s]+)>/

function parseInline(text: string): Inline[] {
  const found = INLINE.exec(text)
  if (!found) return text ? [{ kind: 'text', text }] : []
  const before = text.slice(0, found.index)
  const rest = parseInline(text.slice(found.index + found[0].length))
  return [...(before ? [{ kind: 'text', text: before } as const] : []), spanOf(found), ...rest]
}

function spanOf(found: RegExpExecArray): Inline {
  const { strong, strong2, em, code, label, href, auto } = found.groups ?? {}
  const bold = strong ?? strong2
  if (bold !== undefined) return { kind: 'strong', children: parseInline(bold) }
  if (em !== undefined) return { kind: 'em', children: parseInline(em) }
  if (code !== undefined) return { kind: 'code', text: code }
  const address = safeHref(href ?? auto ?? '')
  const shown = label ?? (auto ?? '').replace(/^mailto:/, '')
  // A link to somewhere unsafe stays the text it is.
  if (address === null) return { kind: 'text', text: found[0] }
  return { kind: 'link', href: address, children: [{ kind: 'text', text: shown }] }
}

const cells = (line: string): Inline[][] =>
  line
    .trim()
    .slice(1, -1)
    .split('|')
    .map(cell => parseInline(cell.trim()))

/** Lines from `at` on that match, their first group, and where they end. */
function run(lines: readonly string[], at: number, pattern: RegExp): { items: string[]; next: number } {
  const items: string[] = []
  let next = at
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    const found = pattern.exec(line)
    if (found) items.push(found[1] ?? '')
    // An indented line goes on with the item above it.
    else if (items.length > 0 && /^\s{2,}\S/.test(line)) items.push(`${items.pop()} ${line.trim()}`)
    else break
  }
  return { items, next }
}

export function parseMarkdown(source: string): Block[] {
  const lines = source.replace(/\r\n?/g, '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = HEADING.exec(line)
    if (line.trim() === '') at += 1
    else if (heading) {
      // The page's own title is the only h1.
      const level = Math.min(Math.max(heading[1]?.length ?? 2, 2), 4) as 2 | 3 | 4
      blocks.push({ kind: 'heading', level, children: parseInline(heading[2] ?? '') })
      at += 1
    } else if (RULE.test(line)) {
      blocks.push({ kind: 'rule' })
      at += 1
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const ordered = !BULLET.test(line)
      const { items, next } = run(lines, at, ordered ? NUMBER : BULLET)
      blocks.push({ kind: 'list', ordered, items: items.map(parseInline) })
      at = next
    } else if (QUOTE.test(line)) {
      const { items, next } = run(lines, at, QUOTE)
      blocks.push({ kind: 'quote', children: parseInline(items.join(' ')) })
      at = next
    } else if (TABLE_LINE.test(line) && TABLE_RULE.test(lines[at + 1] ?? '')) {
      let end = at + 2
      while (TABLE_LINE.test(lines[end] ?? '')) end += 1
      blocks.push({ kind: 'table', head: cells(line), rows: lines.slice(at + 2, end).map(cells) })
      at = end
    } else {
      let end = at
      while (end < lines.length && lines[end]?.trim() && (end === at || !startsBlock(lines[end] ?? '')))
        end += 1
      blocks.push({ kind: 'paragraph', children: parseInline(lines.slice(at, end).join(' ')) })
      at = end
    }
  }
  return blocks
}

const startsBlock = (line: string): boolean =>
  [HEADING, BULLET, NUMBER, RULE, QUOTE].some(pattern => pattern.test(line))
