// The field for sentences. The family server understands a sentence and writes nothing; the page asks what is left to ask,
// and then logs the answer as it logs a form.

import {note} from '../model/generated/limits.js';
import * as texts from '../texts.js';

import {keep, mayLog, perform} from './context.js';
import {h} from './dom.js';
import {button, confirm, field, problem} from './parts.js';
import {here} from './router.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Form} Form */

/**
 * What was typed and asked back, for each person and child: kept while they look at another screen or child.
 * @type {Record<string, Form>}
 */
const forms = {};

/** @param {Context['state']} state */
const keyOf = ({user, childId}) => `${user?.id} ${childId}`;

/** @param {Context} context */
export function sayIt(context) {
  if (!mayLog(context)) return null;
  const {state, draw} = context;
  const form = forms[keyOf(state)] ??= {};
  const {text = '', isBusy, choices, question, verb} = form;
  const ask = (/** @type {string} */ text, /** @type {string} */ agreed = '') => () =>
      say(context, form, text, agreed);
  return h(
      'form.say', {
        key: 'say',
        onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          const [typed, press] = event.target;
          // This hides the phone's keyboard, which would cover the answer.
          press.focus();
          ask(typed.value)();
        },
      },
      field({
        label: texts.sayIt,
        name: 'say',
        value: text,
        // The answer was to the text before.
        input: (text) => {
          Object.assign(form, {text, ...nothing});
          draw();
        },
        more: {
          placeholder: texts.sentence,
          enterkeyhint: 'send',
          autocapitalize: 'none',
          autocomplete: 'off',
          // The server refuses a shorter text already, so none that is cut here is logged.
          maxlength: note.bytes,
          readonly: isBusy,
        },
        after: button(texts.logWhat, null, {isSubmit: true, isBusy}),
      }),
      (form.problem || question) &&
          h('div.answer', {key: 'answer', mounted: show}, problem(form),
            choices &&
                h('div.buttons',
                  choices.map(
                      (/** @type {string} */ text) => button(text, ask(text), {key: text}))),
            question &&
                confirm(
                    question, verb, ask(text, question), () => keep(form, 'question', draw)(''))));
}

// The tabs may cover what is below the field.
/** @param {Element} node */
const show = (node) => node.scrollIntoView({block: 'nearest'});

/** Without an answer. */
const nothing = {
  problem: '',
  choices: null,
  question: ''
};

// Has a sentence understood and carried out. A question comes first, unless `agreed` is just that question.
/** @param {Context} context @param {Form} form @param {string} text @param {string} agreed */
async function say(context, form, text, agreed) {
  const {family} = context;
  const {childId} = family.state;
  const key = keyOf(family.state);
  if (!text.trim()) return;
  await perform(context, form, async () => {
    Object.assign(form, {text, ...nothing});
    const understood =
        await family.sentences.understand(text).catch(async (/** @type {any} */ error) => {
          form.choices = error.choices;
          // Its message says it all in a sentence.
          error.details = [];
          if (error.status === 404) {
            await family.refresh();
            if (keyOf(family.state) === key) error.message = texts.noSentences;
          }
          if (error.isOutage) error.message += texts.needsServer;
          throw error;
        });
    if (keyOf(family.state) !== key) throw new Error(texts.otherMeanwhile);
    const {child, entry, warnings = []} = understood;
    const isOther = entry.childId !== childId;
    const question = [isOther && texts.isAbout(child.name), ...warnings].filter(Boolean).join(' ');
    if (question === agreed) {
      await family.sentences.carryOut(understood);
      form.text = '';
      navigator.vibrate?.(12);
    } else {
      Object.assign(form, {question, verb: isOther ? texts.logFor(child.name) : texts.logAnyway});
    }
  });
  const open = form.problem || form.question;
  // The field is not on the screen any more, so a banner says it.
  if (open && (keyOf(family.state) !== key || here().screen !== 'home'))
    family.screen.note({severity: 'error', text: texts.notLogged(open), entryId: null});
}
