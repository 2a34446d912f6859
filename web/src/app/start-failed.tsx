/** The page could not even start, so it has no language yet. */
export function StartFailed() {
  return (
    <main className="start-failed">
      <h1>Error</h1>
      <p>An error occurred while showing the page. Please reload it.</p>
      <a className="button button--primary button--md" href="/">
        Home
      </a>
    </main>
  )
}
