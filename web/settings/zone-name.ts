/** A time zone as people read it. */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')
