import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useModals } from '../../../shared/modals/registry'

/** Opens the gifts where the address asks for them, once: the address forgets it, a reload asks no more. */
export function useGiftWish(memberId: string, name: string, may: boolean): void {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { open } = useModals()
  const wished = search.has('gift') && may && name !== ''
  useEffect(() => {
    if (!wished) return
    open('gift', { memberId, name })
    void navigate(pathname, { replace: true })
  }, [wished, memberId, name, pathname, navigate, open])
}
