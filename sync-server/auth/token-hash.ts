import { hash } from 'node:crypto'

/** What is kept of a random secret that is told once: a session's, or that of a link. */
export const tokenHash = (token: string): string => hash('sha256', token)
