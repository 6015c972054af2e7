/** More rows of a figure than a person reads; the list has them all. */
export const mostShown = 50
