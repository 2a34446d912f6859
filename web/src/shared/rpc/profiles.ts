import { createClient } from '@connectrpc/connect'
import { ProfilesService } from '../../gen/vonk/profiles/v1/profiles_pb'
import { transport } from './transport'

/** Typed calls to profiles; apart from the others so that only pages of people load its messages. */
export const profiles = createClient(ProfilesService, transport)
