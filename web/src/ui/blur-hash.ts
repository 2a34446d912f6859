const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

const number = (text: string): number => {
  let value = 0
  for (const digit of text) value = value * 83 + DIGITS.indexOf(digit)
  return value
}

const linear = (byte: number): number => {
  const part = byte / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const gamma = (value: number): number => {
  const part = Math.max(0, Math.min(1, value))
  return Math.round((part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055) * 255)
}

const signedSquare = (value: number): number => Math.sign(value) * value * value

type Colour = readonly [number, number, number]

function colours(hash: string, count: number): Colour[] {
  const most = (number(hash[1] ?? '') + 1) / 166
  return Array.from({ length: count }, (_, at): Colour => {
    if (at === 0) {
      const value = number(hash.slice(2, 6))
      return [linear(value >> 16), linear((value >> 8) & 255), linear(value & 255)]
    }
    const value = number(hash.slice(4 + at * 2, 6 + at * 2))
    const part = (digit: number) => signedSquare((digit - 9) / 9) * most
    return [part(Math.floor(value / 361)), part(Math.floor(value / 19) % 19), part(value % 19)]
  })
}

/** The pixels of a blur hash (blurha.sh), RGBA; null for a text that is none. */
export function decodeBlurHash(
  hash: string,
  width: number,
  height: number,
): Uint8ClampedArray<ArrayBuffer> | null {
  const size = number(hash[0] ?? '')
  const [across, down] = [(size % 9) + 1, Math.floor(size / 9) + 1]
  if (hash.length < 6 || hash.length !== 4 + 2 * across * down || number(hash) < 0) return null
  if ([...hash].some(sign => !DIGITS.includes(sign))) return null
  const parts = colours(hash, across * down)
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [red, green, blue] = [0, 0, 0]
      for (const [at, part] of parts.entries()) {
        const [i, j] = [at % across, Math.floor(at / across)]
        const weight = Math.cos((Math.PI * x * i) / width) * Math.cos((Math.PI * y * j) / height)
        red += part[0] * weight
        green += part[1] * weight
        blue += part[2] * weight
      }
      pixels.set([gamma(red), gamma(green), gamma(blue), 255], 4 * (y * width + x))
    }
  }
  return pixels
}
