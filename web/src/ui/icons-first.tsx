import type { ReactNode } from 'react'

// Signs of the first page; the others are in icons.tsx and load with the pages that show them.
export function Line({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

export const CheckIcon = () => (
  <Line>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Line>
)
export const GlobeIcon = () => (
  <Line>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.500c5 5 5 12 0 17M12 3.500c-5 5-5 12 0 17" />
  </Line>
)
