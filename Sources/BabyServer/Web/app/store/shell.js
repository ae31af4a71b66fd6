// The page's own files on the phone: the worker that keeps them, and how a new version takes over.

/** How often it is asked whether there is a newer page, by one that stays open. */
const interval = 3_600_000;

/** Whether the person is entering something that is not kept: a sheet is open as long as the address names it. */
const isBusy = () =>
    location.hash.includes('!') || document.querySelector(':is(input, select, textarea):focus');

export class Shell {
  /** @type {Promise<ServiceWorkerRegistration | null>} */
  registration = Promise.resolve(null);
  #isReady = false;
  /** Another one has taken over, and this page is still of the last version. */
  #isOld = false;
  #checkedAt = Date.now();
  // Plain http has none.
  #workers = navigator.serviceWorker;
  // The first worker brings nothing new.
  #hadWorker = Boolean(this.#workers?.controller);

  /** Made first of all: another version may take over while this one is still opening what the phone has. */
  constructor() {
    this.#workers?.addEventListener('controllerchange', () => {
      this.#isOld = this.#hadWorker;
      if (!isBusy()) this.#renew();
    });
  }

  /**
   * @param {{updateIsReady: () => void, wake: () => void, open: (url: string) => void}} page what it does then
   */
  async begin({updateIsReady, wake, open}) {
    const [workers, hadWorker] = [this.#workers, this.#hadWorker];
    if (!workers) return;
    workers.addEventListener('message', ({data}) => {
      if (data?.kind === 'wake') wake();
      if (data?.kind === 'open') open(String(data.url));
    });
    // The first worker fetches everything once more: what is shown first goes before.
    if (!hadWorker) await new Promise((done) => setTimeout(done, 1_000));
    this.registration = workers.register('/worker.js', {updateViaCache: 'none'}).catch(() => null);
    const registration = await this.registration;
    if (!registration || !hadWorker) return;
    const ready = () => {
      this.#isReady = true;
      updateIsReady();
    };
    if (registration.waiting) ready();
    registration.addEventListener('updatefound', () => {
      const found = registration.installing;
      found?.addEventListener('statechange', () => {
        if (found.state === 'installed') ready();
      });
    });
  }

  /** Has the version that waits take over, and this page be loaded again. */
  async takeUpdate() {
    (await this.registration)?.waiting?.postMessage({kind: 'take-over'});
  }

  /** @param {boolean} isVisible a new version comes while the page is hidden */
  look(isVisible) {
    if (!isVisible && !isBusy()) {
      this.#renew();
      if (this.#isReady) this.takeUpdate();
    }
    if (!isVisible || Date.now() - this.#checkedAt < interval) return;
    this.#checkedAt = Date.now();
    this.registration.then((registration) => registration?.update()).catch(() => {});
  }

  #renew() {
    if (this.#isOld) location.reload();
  }
}
