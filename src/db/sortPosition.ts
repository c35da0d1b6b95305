/** After which row a page begins: its id, and the value that it was sorted by; null: by its id, or it has no value. */
export type SortPosition = { id: string; value: string | null }
