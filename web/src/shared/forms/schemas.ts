import * as v from 'valibot'

// The messages are reason words (shared/failures). The server checks the same again, and more.

export const EmailField = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254, 'email_invalid'),
  v.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'email_invalid'),
)

export const PASSWORD_MIN = 12

export const NewPasswordField = v.pipe(
  v.string(),
  v.minLength(PASSWORD_MIN, 'password_too_short'),
  v.maxLength(256, 'password_too_long'),
)

/** A password that already exists: only empty is wrong. */
export const PasswordField = v.pipe(v.string(), v.nonEmpty('password_missing'))

export const ProfileNameField = v.pipe(
  v.string(),
  v.trim(),
  v.check(name => !name.startsWith('@'), 'name_starts_with_at'),
  v.minLength(3, 'name_too_short'),
  v.maxLength(20, 'name_too_long'),
)

/** Two entries of the same new password. */
export const RepeatedPassword = v.pipe(
  v.object({ password: NewPasswordField, repeat: v.string() }),
  v.forward(
    v.partialCheck(
      [['password'], ['repeat']],
      ({ password, repeat }) => password === repeat,
      'passwords_differ',
    ),
    ['repeat'],
  ),
)
