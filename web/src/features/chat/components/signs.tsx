// Signs that only chat needs.

import { Line } from '../../../ui/icons-first'

export const ClockIcon = () => (
  <Line>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.500V12l3 2" />
  </Line>
)
export const SendIcon = () => (
  <Line>
    <path d="M5 12L3.500 4.500 21 12 3.500 19.500 5 12zM5 12h8" />
  </Line>
)
export const MoreIcon = () => (
  <Line>
    <path strokeWidth="3" d="M12 5.500v.1M12 12v.1M12 18.500v.1" />
  </Line>
)
export const DownIcon = () => (
  <Line>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Line>
)
export const PictureIcon = () => (
  <Line>
    <rect x="3.500" y="4.500" width="17" height="15" rx="2.500" />
    <circle cx="9" cy="10" r="1.600" />
    <path d="M4 17l5-4 3.500 3 3-2.500 5 4" />
  </Line>
)
