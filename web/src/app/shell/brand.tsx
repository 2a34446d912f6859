import { useQuery } from '@tanstack/react-query'
import { paths } from '../../shared/paths'
import { userQuery } from '../../shared/session/user'
import { useSettings } from '../../shared/settings/context'
import { AppLink } from '../../ui/app-link'
import { Spark } from '../../ui/spark'

/** The site's mark and name; it leads home. */
export function Brand() {
  const { name } = useSettings()
  const { data: user } = useQuery(userQuery())
  return (
    <AppLink className="brand" to={user ? paths.members : paths.index}>
      <Spark />
      <span>{name}</span>
    </AppLink>
  )
}
