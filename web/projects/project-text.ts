import type { Row } from '#schema/registry.ts'

/** What a project is found by. */
export const projectText = ({ name, location }: Row<'projects'>): string => `${name} ${location ?? ''}`
