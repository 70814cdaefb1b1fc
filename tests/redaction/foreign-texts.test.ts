// Values as other people's programs quote, escape and change them, through the real tool server. What is expected comes
// from reading what those programs print: nothing here is imported from the product.
import { testForms, useValues } from './support/setup.ts';
import { CHANGED, QUOTED } from './support/writers.ts';

const { home, server } = useValues();

testForms(home, server, 'quotes and escapes', QUOTED);
testForms(home, server, 'changed text', CHANGED);
