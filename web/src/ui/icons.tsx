import { Line } from './icons-first'

export { CheckIcon, GlobeIcon } from './icons-first'

export const CloseIcon = () => (
  <Line>
    <path d="M6 6l12 12M18 6L6 18" />
  </Line>
)
export const BackIcon = () => (
  <Line>
    <path d="M15 5l-7 7 7 7" />
  </Line>
)
export const NextIcon = () => (
  <Line>
    <path d="M9 5l7 7-7 7" />
  </Line>
)
export const PersonIcon = () => (
  <Line>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6" />
  </Line>
)
export const GearIcon = () => (
  <Line>
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
    <circle cx="15" cy="7" r="2.2" />
    <circle cx="9" cy="17" r="2.2" />
  </Line>
)
export const LeaveIcon = () => (
  <Line>
    <path d="M14 5H6v14h8M11 12h9M17 8.500l3.5 3.5-3.5 3.5" />
  </Line>
)
export const MailIcon = () => (
  <Line>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2.5" />
    <path d="M4 8l8 5.500L20 8" />
  </Line>
)
export const LockIcon = () => (
  <Line>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2.5" />
    <path d="M8 10.500V8a4 4 0 0 1 8 0v2.5" />
  </Line>
)
export const DeviceIcon = () => (
  <Line>
    <rect x="3.5" y="5" width="17" height="11" rx="2" />
    <path d="M9 20h6M12 16v4" />
  </Line>
)
export const ShieldIcon = () => (
  <Line>
    <path d="M12 3.500l7 2.500v5.500c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z" />
    <path d="M9 12l2.2 2.200L15.2 10" />
  </Line>
)
export const HandIcon = () => (
  <Line>
    <path d="M12 20s-7.5-4.4-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.6-7.5 10-7.5 10z" />
  </Line>
)
export const EyeIcon = () => (
  <Line>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="3" />
  </Line>
)
export const EyeOffIcon = () => (
  <Line>
    <path d="M4 4l16 16M9.5 6A9 9 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a16 16 0 0 1-3 3.600M6.3 8A16 16 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 3.7-.8" />
  </Line>
)
export const AlertIcon = () => (
  <Line>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.500v5.500M12 16.200v.1" />
  </Line>
)
export const ChatIcon = () => (
  <Line>
    <path d="M4 6.500A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.500v7a2.5 2.5 0 0 1-2.5 2.500H11l-5 4v-4a2 2 0 0 1-2-2z" />
  </Line>
)
export const PeopleIcon = () => (
  <Line>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.5 19.500c.8-3.500 3.300-5.500 6.500-5.500s5.700 2 6.500 5.500M15.500 5.300a3.500 3.500 0 0 1 0 6.400M17.500 14.300c2 .7 3.400 2.500 4 5.200" />
  </Line>
)
export const CoinsIcon = () => (
  <Line>
    <ellipse cx="12" cy="7" rx="7.5" ry="3.5" />
    <path d="M4.500 7v5c0 2 3.400 3.500 7.500 3.500s7.500-1.500 7.500-3.500V7M4.500 12v5c0 2 3.400 3.500 7.500 3.500s7.500-1.500 7.500-3.500v-5" />
  </Line>
)
export const FilterIcon = () => (
  <Line>
    <path d="M4 6h16M7 12h10M10 18h4" />
  </Line>
)
export const PinIcon = () => (
  <Line>
    <path d="M12 21s-6.500-6-6.500-11a6.500 6.500 0 0 1 13 0c0 5-6.500 11-6.500 11z" />
    <circle cx="12" cy="10" r="2.5" />
  </Line>
)
export const GiftIcon = () => (
  <Line>
    <path d="M4 11.500h16V20H4zM3 7.500h18v4H3zM12 7.500V20M12 7.500S7.500 7.500 7.500 5s3.500-2 4.500 2.500c1-4.500 4.500-5 4.500-2.500S12 7.500 12 7.500z" />
  </Line>
)
export const BlockIcon = () => (
  <Line>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M6 6l12 12" />
  </Line>
)
export const MasksIcon = () => (
  <Line>
    <path d="M4 5.500c2.500 1 5.500 1 8 0v6c0 3-2 5-4 5s-4-2-4-5z" />
    <path d="M6.300 9.500h.1M9.600 9.500h.1M6.500 12.600c.9.800 2.100.8 3 0M14.500 8.300c2 .5 3.800.4 5.500-.3v6c0 3-2 5-4 5-1.300 0-2.600-.8-3.400-2.200M16.500 15.900c.8-.7 1.700-.7 2.500 0" />
  </Line>
)
export const CameraIcon = () => (
  <Line>
    <path d="M4.500 8h3l1.500-2.500h6L16.500 8h3A1.500 1.500 0 0 1 21 9.500v8a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500v-8A1.500 1.500 0 0 1 4.500 8z" />
    <circle cx="12" cy="13" r="3.5" />
  </Line>
)
export const PlusIcon = () => (
  <Line>
    <path d="M12 5v14M5 12h14" />
  </Line>
)
export const TrashIcon = () => (
  <Line>
    <path d="M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10.500 11v5.500M13.500 11v5.500" />
  </Line>
)
export const StarIcon = () => (
  <Line>
    <path d="M12 4l2.500 5.200 5.500.7-4 3.900 1 5.700-5-2.800-5 2.800 1-5.700-4-3.900 5.500-.7z" />
  </Line>
)
