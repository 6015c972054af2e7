// A new password on the server's own pages: its field, and what is wrong with what somebody typed there.
import { html } from 'hono/html'
import { longestPassword, shortestPassword } from '../auth/passwords.ts'
import type { PageWords } from './page-words.ts'

export const newPasswordField = ({ say }: PageWords) =>
  html`<label for="password">${say('password')}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      required
      minlength="${shortestPassword}"
      maxlength="${longestPassword}"
    />`

/** A sentence; null when it may be used. */
export function newPasswordProblem({ say }: PageWords, password: string): string | null {
  if (password.length < shortestPassword) return say('passwordShort', { min: shortestPassword })
  return password.length > longestPassword ? say('passwordLong', { max: longestPassword }) : null
}
