import { decodeBlurHash } from './blur-hash'

const [WIDE, HIGH] = [16, 20]

/** What a photo will look like, while it is on its way. */
export function Blur({ hash }: { hash: string }) {
  if (!hash) return null
  const draw = (canvas: HTMLCanvasElement | null) => {
    const context = canvas?.getContext('2d')
    const pixels = context && decodeBlurHash(hash, WIDE, HIGH)
    if (pixels) context.putImageData(new ImageData(pixels, WIDE, HIGH), 0, 0)
  }
  return <canvas className="photo-blur" width={WIDE} height={HIGH} ref={draw} key={hash} />
}
