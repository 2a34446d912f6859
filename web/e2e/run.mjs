// The site as people use it, in Chromium. BASE_URL, INTERNATIONAL_URL and MAILBOX_URL say where it runs;
// ONLY=word tells only the stories whose name has the word.
import { tell } from './harness.mjs'
import './stories/joining.mjs'
import './stories/account.mjs'
import './stories/pages.mjs'

process.exit((await tell()) ? 1 : 0)
