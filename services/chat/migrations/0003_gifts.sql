-- What members may give each other. A later migration changes prices or adds gifts; none goes away,
-- for old messages show them.
create table gifts (
    gift_id  text     primary key,
    price    integer  not null constraint gifts_price_range check (price between 10 and 50),
    position smallint not null constraint gifts_position_key unique
);
create table gift_names (
    gift_id  text not null references gifts,
    language text not null, -- ISO 639-1
    name     text not null,
    primary key (gift_id, language)
);

insert into gifts (gift_id, price, position) values
    ('spark', 10, 1),
    ('rose', 10, 2),
    ('coffee', 15, 3),
    ('chocolate', 20, 4),
    ('cocktail', 25, 5),
    ('teddy', 30, 6),
    ('bouquet', 35, 7),
    ('champagne', 40, 8),
    ('necklace', 45, 9),
    ('ring', 50, 10);

insert into gift_names (gift_id, language, name) values
    ('spark', 'da', 'Gnist'), ('spark', 'de', 'Funke'), ('spark', 'en', 'Spark'),
    ('spark', 'es', 'Chispa'), ('spark', 'fi', 'Kipinä'), ('spark', 'fr', 'Étincelle'),
    ('spark', 'it', 'Scintilla'), ('spark', 'nb', 'Gnist'), ('spark', 'nl', 'Vonk'),
    ('spark', 'pl', 'Iskra'), ('spark', 'sv', 'Gnista'),
    ('rose', 'da', 'Rose'), ('rose', 'de', 'Rose'), ('rose', 'en', 'Rose'),
    ('rose', 'es', 'Rosa'), ('rose', 'fi', 'Ruusu'), ('rose', 'fr', 'Rose'),
    ('rose', 'it', 'Rosa'), ('rose', 'nb', 'Rose'), ('rose', 'nl', 'Roos'),
    ('rose', 'pl', 'Róża'), ('rose', 'sv', 'Ros'),
    ('coffee', 'da', 'Kop kaffe'), ('coffee', 'de', 'Tasse Kaffee'), ('coffee', 'en', 'Cup of coffee'),
    ('coffee', 'es', 'Taza de café'), ('coffee', 'fi', 'Kuppi kahvia'), ('coffee', 'fr', 'Tasse de café'),
    ('coffee', 'it', 'Tazza di caffè'), ('coffee', 'nb', 'Kopp kaffe'), ('coffee', 'nl', 'Kop koffie'),
    ('coffee', 'pl', 'Filiżanka kawy'), ('coffee', 'sv', 'Kopp kaffe'),
    ('chocolate', 'da', 'Chokolade'), ('chocolate', 'de', 'Pralinen'), ('chocolate', 'en', 'Chocolates'),
    ('chocolate', 'es', 'Bombones'), ('chocolate', 'fi', 'Suklaarasia'), ('chocolate', 'fr', 'Chocolats'),
    ('chocolate', 'it', 'Cioccolatini'), ('chocolate', 'nb', 'Konfekt'), ('chocolate', 'nl', 'Bonbons'),
    ('chocolate', 'pl', 'Czekoladki'), ('chocolate', 'sv', 'Chokladask'),
    ('cocktail', 'da', 'Cocktail'), ('cocktail', 'de', 'Cocktail'), ('cocktail', 'en', 'Cocktail'),
    ('cocktail', 'es', 'Cóctel'), ('cocktail', 'fi', 'Cocktail'), ('cocktail', 'fr', 'Cocktail'),
    ('cocktail', 'it', 'Cocktail'), ('cocktail', 'nb', 'Cocktail'), ('cocktail', 'nl', 'Cocktail'),
    ('cocktail', 'pl', 'Koktajl'), ('cocktail', 'sv', 'Cocktail'),
    ('teddy', 'da', 'Bamse'), ('teddy', 'de', 'Teddybär'), ('teddy', 'en', 'Teddy bear'),
    ('teddy', 'es', 'Osito de peluche'), ('teddy', 'fi', 'Nallekarhu'), ('teddy', 'fr', 'Ours en peluche'),
    ('teddy', 'it', 'Orsacchiotto'), ('teddy', 'nb', 'Bamse'), ('teddy', 'nl', 'Teddybeer'),
    ('teddy', 'pl', 'Pluszowy miś'), ('teddy', 'sv', 'Nalle'),
    ('bouquet', 'da', 'Buket blomster'), ('bouquet', 'de', 'Blumenstrauß'), ('bouquet', 'en', 'Bouquet of flowers'),
    ('bouquet', 'es', 'Ramo de flores'), ('bouquet', 'fi', 'Kukkakimppu'), ('bouquet', 'fr', 'Bouquet de fleurs'),
    ('bouquet', 'it', 'Mazzo di fiori'), ('bouquet', 'nb', 'Blomsterbukett'), ('bouquet', 'nl', 'Bos bloemen'),
    ('bouquet', 'pl', 'Bukiet kwiatów'), ('bouquet', 'sv', 'Blombukett'),
    ('champagne', 'da', 'Champagne'), ('champagne', 'de', 'Champagner'), ('champagne', 'en', 'Champagne'),
    ('champagne', 'es', 'Champán'), ('champagne', 'fi', 'Samppanja'), ('champagne', 'fr', 'Champagne'),
    ('champagne', 'it', 'Champagne'), ('champagne', 'nb', 'Champagne'), ('champagne', 'nl', 'Champagne'),
    ('champagne', 'pl', 'Szampan'), ('champagne', 'sv', 'Champagne'),
    ('necklace', 'da', 'Halskæde'), ('necklace', 'de', 'Halskette'), ('necklace', 'en', 'Necklace'),
    ('necklace', 'es', 'Collar'), ('necklace', 'fi', 'Kaulakoru'), ('necklace', 'fr', 'Collier'),
    ('necklace', 'it', 'Collana'), ('necklace', 'nb', 'Halskjede'), ('necklace', 'nl', 'Halsketting'),
    ('necklace', 'pl', 'Naszyjnik'), ('necklace', 'sv', 'Halsband'),
    ('ring', 'da', 'Ring'), ('ring', 'de', 'Ring'), ('ring', 'en', 'Ring'),
    ('ring', 'es', 'Anillo'), ('ring', 'fi', 'Sormus'), ('ring', 'fr', 'Bague'),
    ('ring', 'it', 'Anello'), ('ring', 'nb', 'Ring'), ('ring', 'nl', 'Ring'),
    ('ring', 'pl', 'Pierścionek'), ('ring', 'sv', 'Ring');
