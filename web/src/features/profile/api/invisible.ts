import { profiles } from '../../../shared/rpc/profiles'

/** Whether searches leave the member out. */
export const setInvisible = (invisible: boolean) => profiles.setInvisible({ invisible })
