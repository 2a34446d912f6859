//! First names as they are given in the Netherlands, Flanders, Wallonia and Germany.

/// Names of those born from 1980 on, and of those born before.
pub(crate) struct Names {
    pub(crate) young: &'static str,
    pub(crate) older: &'static str,
}

/// Women, men, and names that anybody may have.
pub(crate) struct Given {
    pub(crate) women: Names,
    pub(crate) men: Names,
    pub(crate) anybody: &'static str,
}

pub(crate) const DUTCH: Given = Given {
    women: Names {
        young: "Sanne Lisa Emma Lotte Fleur Iris Anouk Eva Julia Sophie Femke Maud Noor Roos Tessa Laura Manon \
            Naomi Esmee Yara Samira Aylin Fatima Priya Merel Isa Jasmijn Myrthe Nina Romy Elif Demi Floor Marit \
            Babette Lieke Hanna Marloes Suzanne Charlotte Shanti Zoë Rosalie Nadia Imane Kelly Judith Renske",
        older: "Ingrid Marjan Karin Petra Monique Yvonne Anja Marianne Wilma Annemiek Ellen Jolanda Astrid Saskia \
            Mirjam Bianca Esther Marieke Carla Hennie Truus Ria Gerda Joke Corrie Willemijn Hanneke Trudy Tineke \
            Els Nel Anneke Margriet Liesbeth Connie Sylvia Henriëtte Rachida Wendeline Thea",
    },
    men: Names {
        young: "Daan Sem Lucas Thijs Bas Jeroen Tim Ruben Niels Sander Rick Wouter Jasper Stijn Joris Koen Lars \
            Mees Teun Gijs Youssef Mohamed Emre Ravi Jesse Luuk Sven Floris Pim Tom Nick Dylan Kevin Mark Martijn \
            Maarten Hugo Olaf Bilal Casper Diego Jurre Rens Willem",
        older: "Hans Peter Henk Kees Jan Wim Frank Rob Erik Marcel René Ron Ruud Theo Paul Ton Gerard Arjan Edwin \
            Bert Jos Cor Piet Dick Leo Guus Harrie Karel Fred Gerrit Nico Rinus Jaap Huub Ronald Ahmed Anton \
            Joop Ben Sjaak",
    },
    anybody: "Robin Sam Charlie Noa Jip Bobbie Jamie Quinn River Alex Mika Sascha Rowan Puck Luca Kay",
};

pub(crate) const FLEMISH: Given = Given {
    women: Names {
        young: "Lien Lies Elke Evelien Sofie Joke Charlotte Lotte Ellen Annelies Jolien Marie Amber Julie Louise Elise \
            Hanne Silke Liesbet Nele Tine Sarah Laura Kaat Fien Margot Jana Astrid Yasmina Ines Paulien Febe",
        older: "Ann Kristien Hilde Greet Martine Rita Veerle Carine Mieke Godelieve Lutgart Nicole Griet Katrien Sabine \
            Linda Annick Ingrid Christel Myriam Patricia Dominique Leen Viviane",
    },
    men: Names {
        young: "Pieter Bram Jonas Wout Thomas Jef Senne Arne Bart Stijn Tim Matthias Robbe Simon Kobe Lennert Jelle \
            Ruben Dries Sander Nathan Brecht Maarten Seppe Ilias Tuur Gilles Yannick",
        older: "Luc Marc Dirk Patrick Johan Geert Filip Guido Wim Jan Rudi Kris Koen Herman Danny Stefaan Jos Walter \
            Ivan Paul Erwin Frans Hugo Eddy",
    },
    anybody: "Robin Sam Noa Charlie Alex Jo-An Kim Lou Sacha Kyan Billie Jules",
};

pub(crate) const WALLOON: Given = Given {
    women: Names {
        young: "Camille Léa Chloé Manon Julie Pauline Marine Élise Clara Justine Céline Louise Alice Margaux Aurélie \
            Laura Mathilde Émilie Lucie Inès Sarah Zoé Amandine Noémie Fanny Yasmine Coralie Jeanne",
        older: "Isabelle Nathalie Véronique Brigitte Martine Anne Françoise Catherine Christine Sylvie Valérie \
            Dominique Bernadette Chantal Michèle Pascale Béatrice Monique Colette Fabienne",
    },
    men: Names {
        young: "Maxime Antoine Nicolas Julien Thomas Simon Quentin Romain Hugo Louis Arthur Mathieu Florian Adrien \
            Bastien Guillaume Kevin Loïc Benoît Karim Nathan Théo Sébastien Gaëtan",
        older: "Philippe Michel Pierre Alain Didier Thierry Bernard Luc Pascal Christian Éric Daniel Serge Vincent \
            Jean-Marc Olivier Marc Yves André Benoît Étienne Francis",
    },
    anybody: "Camille Dominique Sacha Charlie Noa Alix Eden Lou Maxime Andrea",
};

pub(crate) const GERMAN: Given = Given {
    women: Names {
        young: "Lena Anna Julia Lisa Laura Katharina Sarah Franziska Hannah Johanna Marie Nele Sophie Mia Clara Theresa \
            Annika Jana Svenja Melanie Vanessa Carolin Miriam Leonie Elif Ayşe Nora Helena Paula Luisa Pia Mareike \
            Isabel Charlotte Antonia Ronja Alina Milena Kristina Nadine",
        older: "Sabine Petra Andrea Birgit Claudia Heike Martina Susanne Ute Monika Gabriele Angelika Renate Kerstin \
            Ulrike Christiane Silke Anke Beate Elke Karin Ingrid Brigitte Bettina Doris Marion Silvia Cornelia \
            Jutta Regina",
    },
    men: Names {
        young: "Lukas Felix Jonas Maximilian Paul Tim Jan Tobias Florian Sebastian Daniel Philipp Niklas Moritz Fabian \
            David Alexander Simon Julian Marcel Kevin Emre Can Mehmet Leon Ben Till Hannes Malte Lennart Anton Oskar \
            Jakob Benedikt Johannes Timo Sven Christoph",
        older: "Thomas Michael Andreas Stefan Frank Uwe Jürgen Klaus Bernd Ralf Wolfgang Dieter Matthias Torsten Jörg \
            Holger Rainer Martin Volker Peter Hans Günter Werner Manfred Heinz Detlef Joachim Axel Norbert Rolf",
    },
    anybody: "Kim Robin Sascha Toni Luca Mika Charlie Alex Jona Noa Sam Kai",
};
