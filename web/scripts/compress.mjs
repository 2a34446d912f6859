// Files that never change are compressed once, here, and not at each visit.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const assets = new URL('../dist/assets/', import.meta.url)
for (const name of readdirSync(assets).filter(each => /\.(?:js|css)$/.test(each))) {
  const content = readFileSync(new URL(name, assets))
  if (content.length < 1024) continue
  writeFileSync(new URL(`${name}.gz`, assets), gzipSync(content, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  writeFileSync(new URL(`${name}.br`, assets), brotliCompressSync(content, { params }))
}
