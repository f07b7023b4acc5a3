/**
 * Opens a database of the browser (IndexedDB). Fails if the browser refuses one.
 *
 * @param name the same in every version of the page
 * @param create creates the stores of a new database
 * @param onclosed called when the database is closed: another tab with a newer page, or the user, removes it
 */
export function openDatabase(
  name: string,
  create: (database: IDBDatabase) => void,
  onclosed?: () => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => create(request.result);
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = database.onclose = () => {
        database.close();
        onclosed?.();
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error ?? new Error('no reason is given'));
    request.onblocked = () => reject(new Error('another tab uses it'));
  });
}
