export const texts = import.meta.glob<object>(['./*.json', '!./pages.json'], { eager: true, import: 'default' })
