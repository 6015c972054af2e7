import type { Row } from '#schema/registry.ts'

/** The text by which search finds a project. */
export const projectText = ({ name, location }: Row<'projects'>): string => `${name} ${location ?? ''}`
