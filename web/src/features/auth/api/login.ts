import { php } from '../../../shared/http/php'
import { type User, UserAnswer } from '../../../shared/session/user'

/** Logs in; the session comes as a cookie that scripts cannot read. */
export async function login(email: string, password: string): Promise<User | null> {
  return (await php('user.php', UserAnswer, { method: 'POST', body: { email, password } })).user
}
