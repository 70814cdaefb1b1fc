import { buffer } from 'node:stream/consumers';
import { setImmediate as tick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Conversation } from '../../src/session/conversation.ts';
import { frameKinds } from '../../src/session/frames.ts';
import { RecordingLink } from './support/recording-link.ts';

const WANTED = 64 * 1024;

function converse() {
  const link = new RecordingLink();
  const conversation = new Conversation(link);
  const take = (kind: number, body: string | Buffer = ''): void =>
    conversation.take({ kind, body: Buffer.from(body) });
  return { link, conversation, take };
}

describe('input', () => {
  test('is not welcome before anybody reads', () => {
    const { take, link } = converse();
    expect(() => take(frameKinds.input, 'x')).toThrow(/more input/);
    expect(link.count(frameKinds.want)).toBe(0);
  });

  test('is welcome up to what was wanted, not a byte more, in however many frames', async () => {
    const { take, conversation } = converse();
    conversation.input().once('readable', () => undefined);
    await tick();
    take(frameKinds.input, Buffer.alloc(WANTED - 10));
    expect(() => take(frameKinds.input, Buffer.alloc(11))).toThrow(/more input/);
    take(frameKinds.input, Buffer.alloc(10));
    expect(() => take(frameKinds.input, 'x')).toThrow(/more input/);
  });

  test('is asked for again once it was used, and arrives in order', async () => {
    const { take, conversation, link } = converse();
    const all = buffer(conversation.input());
    const sent: Buffer[] = [];
    for (let round = 0; round < 20; round++) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      while (link.count(frameKinds.want) <= round) await tick();
      const bytes = Buffer.alloc(WANTED, round);
      sent.push(bytes);
      take(frameKinds.input, bytes.subarray(0, 1000 * round));
      take(frameKinds.input, bytes.subarray(1000 * round));
    }
    take(frameKinds.inputEnd);
    expect((await all).equals(Buffer.concat(sent))).toBe(true);
  });

  test('that came after its end is not read, and still has to be wanted', async () => {
    const { take, conversation } = converse();
    const all = buffer(conversation.input());
    await tick();
    take(frameKinds.input, 'before');
    take(frameKinds.inputEnd);
    take(frameKinds.inputEnd);
    take(frameKinds.input, ' after');
    expect((await all).toString()).toBe('before');
    expect(() => take(frameKinds.input, Buffer.alloc(WANTED))).toThrow(/more input/);
  });

  test('that ended before anybody read it has ended for who reads it', async () => {
    const { take, conversation, link } = converse();
    take(frameKinds.inputEnd);
    expect((await buffer(conversation.input())).length).toBe(0);
    expect(link.count(frameKinds.want)).toBe(0);
  });

  test('of a client that goes is cut off, not ended: a part of it is not the whole', async () => {
    const { take, conversation, link } = converse();
    const all = buffer(conversation.input());
    await tick();
    take(frameKinds.input, 'the first half');
    link.leave();
    await expect(all).rejects.toThrow(/cancelled/);
  });

  test('of a client that has gone is not waited for', async () => {
    const { conversation, link } = converse();
    link.leave();
    await expect(buffer(conversation.input())).rejects.toThrow(/cancelled/);
  });
});

describe('a frame nobody asked for', () => {
  test.each([
    'answer',
    'attached',
    'resume',
    'request',
    'output',
    'errors',
    'want',
    'ask',
    'suspend',
    'attach',
    'end',
  ] as const)('ends the conversation: %s', (kind) => {
    expect(() => converse().take(frameKinds[kind], '{}')).toThrow(/nobody asked/);
  });

  test.each([0, 9, 15, 23, 255])('ends the conversation: kind %i', (kind) => {
    expect(() => converse().take(kind)).toThrow(/nobody asked/);
  });

  test('ends the conversation when it is another than was asked for, or comes twice', async () => {
    const { conversation, take } = converse();
    const answer = conversation.ask({ kind: 'hidden', label: 'Value' });
    expect(() => take(frameKinds.resume)).toThrow(/nobody asked/);
    expect(() => take(frameKinds.attached, 'null')).toThrow(/nobody asked/);
    take(frameKinds.answer, 'typed');
    expect((await answer).toString()).toBe('typed');
    expect(() => take(frameKinds.answer, 'again')).toThrow(/nobody asked/);
  });
});

describe('signals and sizes', () => {
  test('go to nobody while nothing runs', () => {
    const { take } = converse();
    take(frameKinds.signal, '"SIGINT"');
    take(frameKinds.signal, 'not even JSON');
    take(frameKinds.resize, '{"columns":1,"rows":1}');
  });

  test('go to what runs, and only as they are foreseen', () => {
    const { conversation, take, link } = converse();
    const heard: unknown[] = [];
    const client = conversation.runClient({
      stdin: false,
      stdout: false,
      stderr: false,
      color: false,
      person: false,
    });
    client.listen({ signal: (name) => heard.push(name), resize: (size) => heard.push(size) });
    expect(link.bytesOf(frameKinds.attach).toString()).toBe('{"terminal":false}');
    take(frameKinds.signal, '"SIGTERM"');
    take(frameKinds.resize, '{"columns":90,"rows":30}');
    expect(heard).toEqual(['SIGTERM', { columns: 90, rows: 30 }]);
    for (const body of ['"SIGKILL"', '9', '', 'null']) expect(() => take(frameKinds.signal, body)).toThrow();
    for (const body of ['{"columns":0,"rows":1}', '{}', '[80,24]', ''])
      expect(() => take(frameKinds.resize, body)).toThrow();
    client.listen(null);
    take(frameKinds.signal, '"SIGTERM"');
    expect(heard).toHaveLength(2);
  });
});

describe('a question', () => {
  test('to a client that goes is not waited for', async () => {
    const { conversation, link } = converse();
    const answer = conversation.ask({ kind: 'confirm', question: 'Sure?' });
    link.leave();
    await expect(answer).rejects.toThrow(/cancelled/);
    await expect(conversation.ask({ kind: 'confirm', question: 'Sure?' })).rejects.toThrow(/cancelled/);
  });
});
