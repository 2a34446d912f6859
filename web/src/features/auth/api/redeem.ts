import { rpc } from '../../../shared/rpc/clients'

/** Confirms the mail address. */
export const activateAccount = (token: string) => rpc.accounts.activate({ token })

/** Changes the mail address; every session ends. */
export const confirmMailChange = (token: string) => rpc.accounts.confirmMailChange({ token })

/** Takes a deleted account back. */
export const reactivateAccount = (token: string) => rpc.accounts.reactivate({ token })
