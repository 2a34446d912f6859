import type { ReactNode } from 'react'

/** A drawing of each gift, in the colours of the theme. */
const PICTURES: Record<string, ReactNode> = {
  spark: <path className="g1" d="M24 5c2 12 5 16 17 19-12 3-15 7-17 19-2-12-5-16-17-19 12-3 15-7 17-19z" />,
  rose: (
    <>
      <path className="g3" d="M24 26v17M24 36c-5 0-8-2-9-6 5 0 8 2 9 6zM24 33c4 0 7-2 8-5-5 0-7 2-8 5z" />
      <path className="g1" d="M24 5c6 2 11 6 11 12a11 11 0 0 1-22 0c0-6 5-10 11-12z" />
      <path className="g0" d="M24 10c3 2 5 4 5 7a5 5 0 0 1-10 0c0-3 2-5 5-7z" />
    </>
  ),
  coffee: (
    <>
      <path className="g2" d="M9 18h26v12a9 9 0 0 1-9 9h-8a9 9 0 0 1-9-9z" />
      <path className="line" d="M35 21h3a5 5 0 0 1 0 10h-3M16 12c0-3 3-3 3-6M24 12c0-3 3-3 3-6" />
    </>
  ),
  chocolate: (
    <>
      <path className="g2" d="M24 42S6 32 6 19a9 9 0 0 1 18-3 9 9 0 0 1 18 3c0 13-18 23-18 23z" />
      <circle className="g1" cx="17" cy="21" r="4" />
      <circle className="g0" cx="30" cy="21" r="4" />
      <circle className="g1" cx="24" cy="31" r="4" />
    </>
  ),
  cocktail: (
    <>
      <path className="g1" d="M8 10h32L24 27z" />
      <path className="line" d="M24 27v14M16 42h16M30 4l-6 12" />
      <circle className="g3" cx="33" cy="9" r="4" />
    </>
  ),
  teddy: (
    <>
      <circle className="g2" cx="13" cy="12" r="6" />
      <circle className="g2" cx="35" cy="12" r="6" />
      <circle className="g2" cx="24" cy="22" r="15" />
      <ellipse className="g0" cx="24" cy="28" rx="7" ry="5" />
      <path className="line" d="M18 20h.1M30 20h.1M24 27v2" />
    </>
  ),
  bouquet: (
    <>
      <path className="g3" d="M24 44l-6-20h12z" />
      <circle className="g1" cx="15" cy="15" r="7" />
      <circle className="g0" cx="24" cy="10" r="7" />
      <circle className="g2" cx="33" cy="15" r="7" />
      <circle className="g1" cx="24" cy="20" r="7" />
    </>
  ),
  champagne: (
    <>
      <path className="g0" d="M14 5h9l-1 15a4 4 0 0 1-8 0zM27 9h9l2 15a4 4 0 0 1-8 1z" />
      <path className="line" d="M18 24v17M13 42h10M34 29l3 13M32 43l9-2M20 10h.1M31 14h.1" />
    </>
  ),
  necklace: (
    <>
      <path className="line" d="M8 6c0 14 7 23 16 23S40 20 40 6" />
      <path className="g1" d="M24 43s-8-5-8-10a4 4 0 0 1 8-2 4 4 0 0 1 8 2c0 5-8 10-8 10z" />
    </>
  ),
  ring: (
    <>
      <circle className="line" cx="24" cy="31" r="12" />
      <path className="g2" d="M17 6h14l5 6-12 9-12-9z" />
      <path className="g0" d="M20 12h8l-4 7z" />
    </>
  ),
}

const WRAPPED = (
  <>
    <path className="g2" d="M8 20h32v22H8z" />
    <path className="g1" d="M6 13h36v8H6zM21 13h6v29h-6z" />
  </>
)

/** A gift; one that is newer than this page is still wrapped. */
export function GiftPicture({ gift }: { gift: string }) {
  return (
    <svg className="gift-picture" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      {PICTURES[gift] ?? WRAPPED}
    </svg>
  )
}
