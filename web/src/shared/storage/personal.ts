/** Begins the name of everything in the storages that belongs to the member and not to the browser. */
export const PERSONAL = 'member.'

/** The database with what belongs to the member. */
export const PERSONAL_DATABASE = 'member'

/** Forgets all of it; what a page still has open closes by itself. */
export function forgetPersonal(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith(PERSONAL)) storage.removeItem(key)
    }
    indexedDB.deleteDatabase(PERSONAL_DATABASE)
  } catch {
    // Storage is switched off: there was nothing.
  }
}
