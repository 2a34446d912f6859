import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '../../../shared/a11y/use-page-title'
import { paths } from '../../../shared/paths'
import { useToSignUp } from '../../../shared/session/use-to-sign-up'
import { userQuery } from '../../../shared/session/user'
import { useSettings } from '../../../shared/settings/context'
import { AppLink } from '../../../ui/app-link'
import { Button, buttonClass } from '../../../ui/button'
import { Compare } from '../components/compare'
import { Prices } from '../components/prices'

/** /pricing: for everybody, what is free and what costs. */
export default function Pricing() {
  const { t } = useLingui()
  usePageTitle(t`Prices`)
  const { name, signups, fictional_singular, fictional_warning } = useSettings()
  const { data: user } = useQuery(userQuery())
  const signUp = useToSignUp()
  return (
    <div className="page money">
      <header>
        <h1>
          <Trans>Prices</Trans>
        </h1>
        <p className="lead">
          <Trans>
            {name} is free to look around and to get to know people. You pay only for what you send, with
            credits, and see the price before.
          </Trans>
        </p>
      </header>
      <div className="money-columns">
        <section className="card" aria-labelledby="compare">
          <h2 id="compare">
            <Trans>Free and premium</Trans>
          </h2>
          <Compare />
          <p className="fine-print">
            <Trans>Premium comes with your first credits and stays. There is no subscription.</Trans>
          </p>
        </section>
        <div className="money-stack">
          <Prices />
        </div>
      </div>
      {fictional_singular && fictional_warning && (
        <p className="fine-print">
          <strong>{fictional_singular}</strong>: {fictional_warning}
        </p>
      )}
      <div className="button-row">
        {user && (
          <AppLink className={buttonClass('primary', 'lg')} to={paths.credits}>
            <Trans>See credits</Trans>
          </AppLink>
        )}
        {user === null && signups !== 'off' && (
          <Button size="lg" onClick={signUp}>
            <Trans>Sign up for free</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
