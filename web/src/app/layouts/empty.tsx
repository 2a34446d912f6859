import { Outlet } from 'react-router'
import { Brand } from '../shell/brand'
import { BARE_LAYOUT_COUNTRIES, useEntryWarning } from '../shell/entry-warning'

/** Nothing but the page. */
export function EmptyLayout() {
  useEntryWarning(BARE_LAYOUT_COUNTRIES)
  return (
    <div className="layout layout--empty">
      <header className="top-nav top-nav--plain">
        <div className="top-nav-inner">
          <Brand />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
