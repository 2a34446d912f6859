// Bytes that a page may cost, gzip. Reads dist/; fails when a budget is broken.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
const budgets = JSON.parse(readFileSync(new URL('../budgets.json', import.meta.url)))
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist)))

const sizes = new Map()
const size = file => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length)
  return sizes.get(file)
}

/** The chunks that loading one chunk loads. */
function closure(key, into = new Set()) {
  if (into.has(key)) return into
  into.add(key)
  for (const next of manifest[key].imports ?? []) closure(next, into)
  return into
}

const kb = bytes => bytes / 1024
const weigh = keys => kb([...keys].reduce((sum, key) => sum + size(manifest[key].file), 0))

const chunks = Object.entries(manifest)
const entryKey = chunks.find(([, chunk]) => chunk.isEntry)?.[0]
if (!entryKey) throw new Error('dist/ has no entry: npm run build first')
const entry = closure(entryKey)
const isCatalog = key => /^src\/locales\//.test(key)
const isRoute = key => /^src\/features\/[^/]+\/routes\//.test(key)

const rows = [['entry', weigh(entry), budgets.entry]]
for (const [key, chunk] of chunks) {
  if (isRoute(key)) {
    rows.push([`${key} itself`, kb(size(chunk.file)), budgets.routeOwn])
    const all = [...closure(key)].filter(each => !entry.has(each))
    rows.push([`${key} with all it loads`, weigh(entry) + weigh(all), budgets.routeTotal])
  }
  if (isCatalog(key)) rows.push([key, kb(size(chunk.file)), budgets.catalog])
}
const rpc = chunks.find(([key, chunk]) => /rpc|clients/.test(chunk.name ?? key))
if (rpc) rows.push(['rpc', kb(size(rpc[1].file)), budgets.rpc])
const styles = new Set(chunks.flatMap(([, chunk]) => chunk.css ?? []))
rows.push(['all CSS', kb([...styles].reduce((sum, file) => sum + size(file), 0)), budgets.css])
rows.push(['sw-push.js', kb(size('sw-push.js')), budgets.worker])

// Without a network the page starts from what the worker keeps: the whole entry, or nothing.
const worker = readFileSync(new URL('sw-push.js', dist), 'utf8')
const forgotten = [...entry].map(key => manifest[key].file).filter(file => !worker.includes(file))
for (const file of forgotten) console.log(`LOST  the worker does not keep ${file}`)

let broken = 0
for (const [name, weight, budget] of rows) {
  const over = weight > budget
  if (over) broken += 1
  console.log(
    `${over ? 'OVER' : '  ok'}  ${weight.toFixed(1).padStart(6)} of ${String(budget).padStart(4)} KB  ${name}`,
  )
}
console.log(`${rows.length - broken} passed, ${broken} failed`)
process.exit(broken + forgotten.length ? 1 : 0)
