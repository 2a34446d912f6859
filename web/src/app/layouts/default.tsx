import { Outlet } from 'react-router'
import { BottomNav } from '../shell/bottom-nav'
import { useEntryWarning } from '../shell/entry-warning'
import { Footer } from '../shell/footer'
import { SkipLink } from '../shell/skip-link'
import { TopNav } from '../shell/top-nav'

/** Top navigation, page, footer; a bottom navigation on a phone. */
export function DefaultLayout() {
  useEntryWarning()
  return (
    <div className="layout layout--default">
      <SkipLink />
      <TopNav />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <BottomNav />
    </div>
  )
}
