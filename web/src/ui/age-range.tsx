import { type CSSProperties, useId, useState } from 'react'

type Range = { min: number; max: number }

type Props = Range & {
  legend: string
  labels: { min: string; max: string }
  /** The widest range there is; its upper end means 'or older'. */
  within: Range
  onChange: (range: Range) => void
}

/** Two thumbs on one line. It tells of the change when a thumb is let go. */
export function AgeRange({ legend, labels, within, min, max, onChange }: Props) {
  const id = useId()
  const [moving, setMoving] = useState<Range | null>(null)
  const { min: low, max: high } = moving ?? { min, max }
  const span = within.max - within.min
  const part = (age: number) => (age - within.min) / span
  const settle = () => {
    if (moving) onChange(moving)
    setMoving(null)
  }
  const thumb = (which: 'min' | 'max') => ({
    type: 'range' as const,
    min: within.min,
    max: within.max,
    value: which === 'min' ? low : high,
    'aria-label': labels[which],
    'aria-valuetext': which === 'max' && high === within.max ? `${high}+` : undefined,
    onChange: (event: { target: HTMLInputElement }) => {
      const age = Number(event.target.value)
      setMoving(
        which === 'min' ? { min: Math.min(age, high), max: high } : { min: low, max: Math.max(age, low) },
      )
    },
    onPointerUp: settle,
    onKeyUp: settle,
    onBlur: settle,
  })
  return (
    <fieldset className="range" aria-labelledby={id}>
      <legend className="range-head" id={id}>
        <span className="field-label">{legend}</span>
        <output>
          {low} – {high}
          {high === within.max && '+'}
        </output>
      </legend>
      <div
        className="range-line"
        style={{ '--from-part': part(low), '--to-part': part(high) } as CSSProperties}
      >
        <input {...thumb('min')} />
        <input {...thumb('max')} />
      </div>
    </fieldset>
  )
}
