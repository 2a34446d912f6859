import { useNavigate } from 'react-router'
import { isPhone } from '../a11y/media'
import { useModals } from '../modals/registry'
import { useWayBack } from './way-back'

/** Begins the sign-up: over this page, or on a page of its own on a phone. */
export function useToSignUp(): () => void {
  const { open } = useModals()
  const navigate = useNavigate()
  const { signUp } = useWayBack()
  return () => {
    if (isPhone()) void navigate(signUp)
    else open('sign-up', {})
  }
}
