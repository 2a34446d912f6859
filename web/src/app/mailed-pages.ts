/** The pages that mails lead to, by name; each loads on demand. */
export const mailedPages = {
  activate: () => import('../features/auth/routes/activate'),
  activateDone: () => import('../features/auth/routes/activate-done'),
  activateError: () => import('../features/auth/routes/activate-error'),
  resetPassword: () => import('../features/auth/routes/reset-password'),
  resetPasswordDo: () => import('../features/auth/routes/reset-password-do'),
  mailChangeDo: () => import('../features/auth/routes/mail-change-do'),
  reactivate: () => import('../features/auth/routes/reactivate'),
  unsubscribe: () => import('../features/auth/routes/unsubscribe'),
  accountDeleted: () => import('../features/auth/routes/account-deleted'),
} as const

export type MailedPage = keyof typeof mailedPages
