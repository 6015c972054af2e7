export const maxShown = 50
