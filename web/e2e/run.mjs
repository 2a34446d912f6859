// The site as people use it, in Chromium. BASE_URL, INTERNATIONAL_URL and MAILBOX_URL say where it runs;
// ONLY=word tells only the stories whose name has the word.
import { tell } from './harness.mjs'
// The pages in the middle: they log in rarely, and a network may do so only 30 times a minute.
import './stories/joining.mjs'
import './stories/main-job.mjs'
import './stories/people.mjs'
import './stories/money.mjs'
import './stories/pages.mjs'
import './stories/account.mjs'
import './stories/chat.mjs'

process.exit((await tell()) ? 1 : 0)
