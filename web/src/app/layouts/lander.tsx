import { Outlet } from 'react-router'
import { Brand } from '../shell/brand'
import { BARE_LAYOUT_COUNTRIES, useEntryWarning } from '../shell/entry-warning'
import { LanguageSwitcher } from '../shell/language-switcher'
import { PageFoot } from '../shell/page-foot'
import { SkipLink } from '../shell/skip-link'

/** A simple bar with the mark, one thing to do, footer. */
export function LanderLayout() {
  useEntryWarning(BARE_LAYOUT_COUNTRIES)
  return (
    <div className="layout layout--lander">
      <SkipLink />
      <header className="top-nav top-nav--plain">
        <div className="top-nav-inner">
          <Brand />
          <div className="top-nav-end">
            <LanguageSwitcher />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <PageFoot />
    </div>
  )
}
