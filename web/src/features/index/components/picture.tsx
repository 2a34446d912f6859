/** Two circles that meet, and the spark between them. Decoration. */
export function Picture() {
  return (
    <div className="picture">
      <svg viewBox="0 0 480 440" aria-hidden="true" focusable="false">
        <defs>
          <linearGradient id="warm" x1="0" y1="0" x2="1" y2="1">
            <stop className="stop-warm-1" offset="0" />
            <stop className="stop-warm-2" offset="1" />
          </linearGradient>
          <linearGradient id="cool" x1="1" y1="0" x2="0" y2="1">
            <stop className="stop-cool-1" offset="0" />
            <stop className="stop-cool-2" offset="1" />
          </linearGradient>
          <radialGradient id="glow">
            <stop className="stop-glow-1" offset="0" />
            <stop className="stop-glow-2" offset="1" />
          </radialGradient>
          <clipPath id="overlap">
            <circle cx="180" cy="226" r="138" />
          </clipPath>
        </defs>
        <path className="orbit" d="M36 300C86 120 300 40 452 150" />
        <path className="orbit" d="M40 142C150 420 340 430 446 292" />
        <circle className="disc disc--warm" cx="180" cy="226" r="138" fill="url(#warm)" />
        <circle className="disc disc--cool" cx="304" cy="210" r="122" fill="url(#cool)" />
        <circle className="lens" cx="304" cy="210" r="122" clipPath="url(#overlap)" />
        <circle cx="248" cy="216" r="120" fill="url(#glow)" />
        <g className="face face--left">
          <path d="M106 196c4-9 18-9 22 0M160 196c4-9 18-9 22 0M118 256c16 22 44 24 62 4" />
        </g>
        <g className="face face--right">
          <path d="M316 182c4-8 16-8 20 0M366 182c4-8 16-8 20 0M322 236c14 18 38 18 52 0" />
        </g>
        <path
          className="picture-spark"
          d="M249 142c5 33 15 49 31 56 9 4 19 6 34 10-33 6-49 15-56 31-4 9-6 20-10 34-6-33-15-49-31-56-9-4-20-6-34-10 33-5 49-15 56-31 4-9 6-19 10-34z"
        />
        <circle className="dot dot--pink" cx="70" cy="112" r="9" />
        <circle className="dot dot--purple" cx="430" cy="330" r="11" />
        <circle className="dot dot--green" cx="406" cy="84" r="7" />
        <circle className="dot dot--purple" cx="44" cy="330" r="6" />
      </svg>
    </div>
  )
}
