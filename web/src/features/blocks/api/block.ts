import { matching } from '../../../shared/rpc/matching'

/** Shuts a member out; answers when everybody who must know knows. */
export const block = (memberId: string) => matching.block({ memberId })
