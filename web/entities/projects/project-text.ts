import type { Row } from '#schema/registry.ts'

export const projectText = ({ name, location }: Row<'projects'>): string => `${name} ${location ?? ''}`
