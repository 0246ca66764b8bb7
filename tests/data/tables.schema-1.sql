-- A database of the first schema, as `sqlite3 FILE .dump` writes it: Ana and Bob at a table that Eve
-- watches, Bob's seat gone to Cid's device; Ana and Dee at another one.
PRAGMA application_id = 1145853012;
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE codes (
	code_hash VARCHAR(64) NOT NULL, 
	table_name VARCHAR(40) NOT NULL, 
	PRIMARY KEY (code_hash), 
	FOREIGN KEY(table_name) REFERENCES tables (name)
);
INSERT INTO "codes" VALUES('23282543c56b9c05d77529321167a8c930e9d70b1f206da0ddb74ebfc2a27762','t3365093ae54fd35e');
INSERT INTO "codes" VALUES('17c8b03157bdcd19e5fe5f7ccc96bc9166113c9b292bdfcabbbd3a3a0376cd45','t3365093ae54fd35e');
CREATE TABLE events (
	table_name VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (table_name, number), 
	FOREIGN KEY(table_name) REFERENCES tables (name)
);
INSERT INTO "events" VALUES('t3365093ae54fd35e',1,1700000000179,'{"e":"opened","host":"0125bd6d3469590c","settings":{"game":"mason-rummy","seats":2,"options":{},"rounds":null,"public":true,"move_s":null,"stand_in_s":60,"stand_in":"seed","label":"","ask_first":false,"friends":false}}');
INSERT INTO "events" VALUES('t3365093ae54fd35e',2,1700000000179,'{"e":"sealed","match":1,"round":1,"seed":"a7f758f66c361860d1385720a6177031dae16eb4b010350ba1b3ce15d2240823"}');
INSERT INTO "events" VALUES('t3365093ae54fd35e',3,1700000000239,'{"e":"sat","seat":0,"person":"0125bd6d3469590c","name":"Ana"}');
INSERT INTO "events" VALUES('t3365093ae54fd35e',4,1700000000359,'{"e":"sat","seat":1,"person":"2f6b1d8ff9d06560","name":"Bob"}');
INSERT INTO "events" VALUES('t3365093ae54fd35e',5,1700000000479,'{"e":"code","kind":"watcher","code_hash":"23282543c56b9c05d77529321167a8c930e9d70b1f206da0ddb74ebfc2a27762"}');
INSERT INTO "events" VALUES('t3365093ae54fd35e',6,1700000000479,'{"e":"joined","person":"0177988cabf2231d","kind":"watcher"}');
INSERT INTO "events" VALUES('t3365093ae54fd35e',7,1700000000599,'{"e":"code","kind":"seat","code_hash":"17c8b03157bdcd19e5fe5f7ccc96bc9166113c9b292bdfcabbbd3a3a0376cd45","seat":1,"person":"2f6b1d8ff9d06560"}');
INSERT INTO "events" VALUES('t3365093ae54fd35e',8,1700000000599,'{"e":"moved","seat":1,"person":"71bea5192f8454fc"}');
INSERT INTO "events" VALUES('t3365093ae54fd35e',9,1700000000599,'{"e":"used","code_hash":"17c8b03157bdcd19e5fe5f7ccc96bc9166113c9b292bdfcabbbd3a3a0376cd45"}');
INSERT INTO "events" VALUES('td44a583f1000afcf',1,1700000000719,'{"e":"opened","host":"0125bd6d3469590c","settings":{"game":"penney","seats":2,"options":{},"rounds":null,"public":true,"move_s":null,"stand_in_s":60,"stand_in":"seed","label":"","ask_first":false,"friends":false}}');
INSERT INTO "events" VALUES('td44a583f1000afcf',2,1700000000719,'{"e":"sealed","match":1,"round":1,"seed":"5ce3c6ffb3d5a08148159b3529f294666c7d51a47154c1074aca8975e961c67c"}');
INSERT INTO "events" VALUES('td44a583f1000afcf',3,1700000000779,'{"e":"sat","seat":0,"person":"0125bd6d3469590c","name":"Ana"}');
INSERT INTO "events" VALUES('td44a583f1000afcf',4,1700000000959,'{"e":"sat","seat":1,"person":"8a4015186dfd48c6","name":"Dee"}');
CREATE TABLE persons (
	id VARCHAR(40) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	made_at BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (token_hash)
);
INSERT INTO "persons" VALUES('0125bd6d3469590c','6a7392ba1ac96c9f4fa64ec13352bb8cc65c63b326804fae9b8b0ab179617c54','Ana',1795532739643);
INSERT INTO "persons" VALUES('2f6b1d8ff9d06560','47b8da99603c6867685ff5d539c92f54bda3264a5c5b7e0045053b18ae79f745','Bob',1795532739783);
INSERT INTO "persons" VALUES('0177988cabf2231d','61178b3ddfde6e64d1fc00c76733babfbc8b80c0a7f3d37504201b7dabca5f3b','Eve',1795532739789);
INSERT INTO "persons" VALUES('71bea5192f8454fc','1f3e4e025d93a0ef2d30934f8749cdff417568dba8afe52e6cdb39a7e27208b7','Cid',1795532739792);
INSERT INTO "persons" VALUES('8a4015186dfd48c6','a69780109fd6626f93a2517386bd02d08e0f44c5627fcc5eb4b150bf9b494c4e','Dee',1795532739796);
CREATE TABLE tables (
	name VARCHAR(40) NOT NULL, 
	public BOOLEAN NOT NULL, 
	changed_at BIGINT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "tables" VALUES('t3365093ae54fd35e',1,1700000000359);
INSERT INTO "tables" VALUES('td44a583f1000afcf',1,1700000000959);
CREATE TABLE visits (
	person VARCHAR(40) NOT NULL, 
	table_name VARCHAR(40) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (person, table_name), 
	FOREIGN KEY(person) REFERENCES persons (id), 
	FOREIGN KEY(table_name) REFERENCES tables (name)
);
INSERT INTO "visits" VALUES('0125bd6d3469590c','t3365093ae54fd35e',1700000000179);
INSERT INTO "visits" VALUES('2f6b1d8ff9d06560','t3365093ae54fd35e',1700000000359);
INSERT INTO "visits" VALUES('0177988cabf2231d','t3365093ae54fd35e',1700000000479);
INSERT INTO "visits" VALUES('71bea5192f8454fc','t3365093ae54fd35e',1700000000599);
INSERT INTO "visits" VALUES('0125bd6d3469590c','td44a583f1000afcf',1700000000719);
INSERT INTO "visits" VALUES('8a4015186dfd48c6','td44a583f1000afcf',1700000000959);
CREATE INDEX tables_by_change ON tables (public, changed_at);
COMMIT;
