import { Outlet } from 'react-router'
import { BottomNav } from '../shell/bottom-nav'
import { BARE_LAYOUT_COUNTRIES, useEntryWarning } from '../shell/entry-warning'
import { SkipLink } from '../shell/skip-link'
import { TopNav } from '../shell/top-nav'

/** As high as the window and without a footer; a conversation on a phone has all of it. */
export default function ChatLayout() {
  useEntryWarning(BARE_LAYOUT_COUNTRIES)
  return (
    <div className="layout layout--chat">
      <SkipLink />
      <TopNav />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <BottomNav />
    </div>
  )
}
