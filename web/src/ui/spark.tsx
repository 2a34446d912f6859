/** The mark: a spark. Decoration; the name stands beside it. */
export function Spark({ className = '' }: { className?: string }) {
  return (
    <svg className={`spark ${className}`} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        className="spark-body"
        d="M16 1.500c1.3 7.3 3.4 10.8 7 12.3 2 .8 4.3 1.4 7.5 2.2-7.3 1.3-10.8 3.4-12.3 7-.8 2-1.4 4.3-2.2 7.5-1.3-7.3-3.4-10.8-7-12.3-2-.8-4.3-1.4-7.5-2.2 7.3-1.3 10.8-3.4 12.3-7 .8-2 1.4-4.3 2.2-7.500z"
      />
      <circle className="spark-dot" cx="26" cy="6" r="2.6" />
    </svg>
  )
}
