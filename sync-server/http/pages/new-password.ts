import { html } from 'hono/html'
import { isGuessable } from '#server/auth/guessable-password.ts'
import { maxPasswordLength, minPasswordLength } from '#server/auth/passwords.ts'
import type { PageTexts } from './page-texts.ts'

export const newPasswordField = ({ t }: PageTexts) =>
  html`<label for="password">${t('password')}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      minlength="${minPasswordLength}"
      maxlength="${maxPasswordLength}"
    />`

/** The error message, or null if valid. `context`: words an attacker would try first. */
export function newPasswordProblem({ t }: PageTexts, password: string, context: readonly string[]): string | null {
  if (password.length < minPasswordLength) return t('passwordShort', { min: minPasswordLength })
  if (password.length > maxPasswordLength) return t('passwordLong', { max: maxPasswordLength })
  return isGuessable(password, context) ? t('passwordGuessable') : null
}
